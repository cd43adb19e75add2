export { checkDataDirectory } from './data-directory.ts';
export { EmbeddedPostgresError, type EmbeddedPostgresFault } from './embedded-postgres-error.ts';
export { type EndSteps, endOrphan, endProcess, isAlive, worksOn } from './end-process.ts';
export { findFreePort, listenBriefly } from './free-port.ts';
export { findServer, type Owner, readOwner } from './owner-record.ts';
export type { Program, ServerLog } from './program.ts';
export { ifAbsent, writeAtomically } from './small-files.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
export { type Supervised, type SuperviseOptions, type Supervisor, supervise } from './supervise.ts';
