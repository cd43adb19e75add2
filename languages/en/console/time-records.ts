/** Time records: the list, the grid, exports. */
export const timeRecords = {};
