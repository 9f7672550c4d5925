// The main paths in Chromium.
import { open_chromium } from './engines.mjs';
import { test_paths } from './paths.mjs';

test_paths(open_chromium);
