/** For `.catch`: returns `value` if the file does not exist; rethrows every other error. */
export function ifAbsent<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
