/**
 * A statement has one plan, whatever its values, and finds rows with the index that identifies them best, even in a
 * table that was one page long when it was last analysed. Otherwise a session could read all of an institution's rows
 * for each of a bundle's 6,000 records. Without sequential scans, a plan may seem so expensive that the server would
 * compile it.
 */
export const planning = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  random_page_cost: '1.1',
  jit: 'off',
};
