/** Is this the long run, of .ci/run? `TEST_LONG=1 npm test` is one; without it a few tests do a part of what they can. */
export const isLong = process.env.TEST_LONG === '1';
