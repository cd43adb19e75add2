/** Names the file in which a process under test finds the time. */
export const CLOCK_VARIABLE = 'TEST_CLOCK_FILE';
