#include <lo/lo_lowlevel.h>
