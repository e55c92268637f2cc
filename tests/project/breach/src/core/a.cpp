#include "clausius/engine/engine.h"
