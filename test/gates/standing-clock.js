'use strict';

// Required before a program: its clock stands at a moment.
const at = Date.parse(process.env.STANDING_CLOCK);
Date.now = () => at;
