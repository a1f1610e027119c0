// SPDX-License-Identifier: MIT
#ifndef CBUILDCOMMIT_H
#define CBUILDCOMMIT_H

/// The commit that was built, from AMAOTO_COMMIT in the environment of the build; empty if it was not set. Any thread.
const char *cbuild_commit(void);

#endif
