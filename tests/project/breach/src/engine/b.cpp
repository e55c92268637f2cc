#include "clausius/engine/b.h"

#include "clausius/core/vec.h"
#include "clausius/theory/maxwell.h"
