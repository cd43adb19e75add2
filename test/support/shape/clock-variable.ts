/** Names the file from which a process under test reads the time. */
export const CLOCK_VARIABLE = 'TEST_CLOCK_FILE';
