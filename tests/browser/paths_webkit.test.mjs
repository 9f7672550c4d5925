// The main paths in WebKit.
import { open_webkit } from './engines.mjs';
import { test_paths } from './paths.mjs';

test_paths(open_webkit);
