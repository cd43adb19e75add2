import type { Call } from '../platform/calls/caller.ts';
import { isUuid } from '../platform/core/ids.ts';
import { type Institution, InstitutionService } from '../proto/gen/lyceum/directory/v1/institution_pb.ts';
import type { CliContext } from './cli-context.ts';
import type { Connection } from './connection.ts';
import { CommandFailure } from './failure.ts';

/** The options of commands about an institution. */
export interface OfInstitution {
  readonly institution: string;
  readonly json?: true;
}

/**
 * The institution with an id or a ref, or the only one. Throws a CommandFailure if there is none: the list of an
 * unknown one would only be empty. And if it is closed: only a few commands work on such a one.
 */
export async function institutionOf(connection: Connection, idOrRef: string | undefined): Promise<Institution> {
  const { institution, state } = await anyInstitutionOf(connection, idOrRef);
  if (state === 'open' || state === 'frozen') return institution;
  throw new CommandFailure(`The institution is ${state === 'closed' ? 'closed' : `closed (${state})`}.`);
}

/** The same, whatever its state. */
export async function anyInstitutionOf(connection: Connection, idOrRef: string | undefined) {
  const listed = await connection.callFor(null)(InstitutionService.method.listInstitutions, {});
  const institution = chosenOf(listed.institutions, idOrRef);
  const standstill = listed.standstills.find(({ institutionId }) => institutionId === institution.id);
  return { institution, state: standstill?.state ?? 'open', closedRetentionDays: listed.closedRetentionDays };
}

function chosenOf(institutions: readonly Institution[], idOrRef: string | undefined): Institution {
  if (idOrRef === undefined) {
    const [only, ...others] = institutions;
    if (only && others.length === 0) return only;
    throw new CommandFailure('Name the institution with --institution. "lyceum institutions list" shows all of them.');
  }
  const found = institutions.find(({ id, ref }) => id === idOrRef.toLowerCase() || ref === idOrRef);
  if (found) return found;
  throw new CommandFailure(
    `There is no institution with the id or ref "${idOrRef}". "lyceum institutions list" shows all of them.`,
  );
}

/** Calls for an institution. Throws a CommandFailure if it does not exist. */
export async function callOf(
  connection: Connection,
  { institution }: { readonly institution?: string | undefined },
): Promise<Call> {
  return connection.callFor((await institutionOf(connection, institution)).id);
}

/** The id of an institution, for commands that need the services only to look a ref up. */
export async function institutionIdOf({ connected }: Pick<CliContext, 'connected'>, idOrRef: string): Promise<string> {
  if (isUuid(idOrRef)) return idOrRef.toLowerCase();
  return connected(async (connection) => (await anyInstitutionOf(connection, idOrRef)).institution.id);
}
