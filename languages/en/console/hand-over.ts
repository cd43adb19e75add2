/** The files of what is kept about a person. */
export const handOver = {};
