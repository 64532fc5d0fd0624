#include "CMemory.h"

#if defined(__GLIBC__) || defined(__linux__)
#include <malloc.h>
#endif

#if defined(__GLIBC__)
size_t bytes_in_use(void) { return mallinfo2().uordblks; }
#else
size_t bytes_in_use(void) { return 0; }
#endif
