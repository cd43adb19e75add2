import type { Call } from '../platform/calls/caller.ts';
import { InstitutionService } from '../proto/gen/lyceum/directory/v1/institution_pb.ts';
import type { Connection } from './connection.ts';
import { institutionIdOf } from './institution-id.ts';

/** The options of commands about an institution. */
export interface OfInstitution {
  readonly institution: string;
  readonly json?: true;
}

/** Calls for an institution, after checking that it exists: the list of an unknown one would only be empty. */
export async function callOf(connection: Connection, { institution }: OfInstitution): Promise<Call> {
  const call = connection.callFor(institutionIdOf(institution));
  await call(InstitutionService.method.getInstitutionSettings, {});
  return call;
}
