/** The key that signs cursors in tests, in the format of CURSOR_KEYS: cursors outlive processes, and moves. */
export const TEST_CURSOR_KEYS = `test:${Buffer.alloc(32, 'signs the cursors of tests alone').toString('base64url')}`;
