package lichess_test

import _ "kifudb/internal/memorydisk" // its tests make many files
