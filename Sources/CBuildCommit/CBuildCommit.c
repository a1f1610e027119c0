// SPDX-License-Identifier: MIT
#include "CBuildCommit.h"

const char *cbuild_commit(void) { return AMAOTO_COMMIT; }
