import { join } from 'node:path';
import { OWNER_RECORD, type Owner } from '../../installation/find-embedded-postgres.ts';
import { writeAtomically } from './write-atomically.ts';

export async function recordOwner(records: string, owner: Owner): Promise<void> {
  await writeAtomically(join(records, OWNER_RECORD), JSON.stringify(owner), 0o644);
}
