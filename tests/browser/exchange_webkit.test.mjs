// Links and files in WebKit.
import { open_webkit } from './engines.mjs';
import { test_exchange } from './exchange.mjs';

test_exchange(open_webkit);
