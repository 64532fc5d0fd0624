#include "CBlackhole.h"
