#include <immintrin.h>

#include "core/lanes.h"

using Lanes = double __attribute__((vector_size(64)));
