// Links and files in Firefox.
import { open_firefox } from './engines.mjs';
import { test_exchange } from './exchange.mjs';

test_exchange(open_firefox);
