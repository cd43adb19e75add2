import { text } from '../platform/core/config/variables.ts';

/** The data folder of a platform on this machine, with its embedded PostgreSQL and its operator's token. */
export const dataVariables = {
  DATA_DIR: text({
    description: 'data directory of npm start, with the embedded PostgreSQL and the operator token',
    fallback: '.data',
  }),
};
