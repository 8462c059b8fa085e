/** Every test of functions that need no browser, in one bundle for node's own test runner. */

import "./tests/band.test.ts";
import "./tests/changes.test.ts";
import "./tests/curves.test.ts";
import "./tests/form.test.ts";
import "./tests/given.test.ts";
import "./tests/json.test.ts";
import "./tests/lanes.test.ts";
import "./tests/moves.test.ts";
import "./tests/network.test.ts";
import "./tests/overtime.test.ts";
import "./tests/picture.test.ts";
import "./tests/quantity.test.ts";
import "./tests/study.test.ts";
