package openingbook

import _ "kifudb/internal/memorydisk" // its tests make many files
