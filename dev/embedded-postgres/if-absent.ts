/** For `.catch`: `value` when the file is not there; every other failure is thrown on. */
export function ifAbsent<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
