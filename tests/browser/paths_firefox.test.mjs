// The main paths in Firefox.
import { open_firefox } from './engines.mjs';
import { test_paths } from './paths.mjs';

test_paths(open_firefox);
