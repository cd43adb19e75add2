import { text } from '../platform/core/config/variables.ts';

/** What says where the data of a platform on this machine is: its embedded PostgreSQL, and its operator's token. */
export const dataVariables = {
  DATA_DIR: text({
    description: 'data directory of npm start, with the embedded PostgreSQL and the operator token',
    fallback: '.data',
  }),
};
