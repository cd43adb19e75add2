import { FIRST_SERVER, type PlacementRows } from '../../platform/data/placements.ts';
import { type Finding, wrong } from '../checks/finding.ts';
import { serverOfDatabase } from '../service-databases.ts';

/**
 * Whether each database is of the server under whose name it is configured, and whether all of them know the same servers
 * of institutions. Nothing if that is so.
 * @param places what each database knows
 */
export function placementFindings(places: ReadonlyMap<string, PlacementRows>): Finding[] {
  const known = new Set([...places.keys()].map(serverOfDatabase));
  const ids = new Set([...places.values()].flatMap(({ servers }) => [...servers.keys()]));
  return [
    ...[...places].flatMap(([name, { own }]) => ownFindings(name, own)),
    ...[...ids].flatMap((id) => findingsOf(id, places, known)),
  ];
}

function ownFindings(name: string, own: string | undefined): Finding[] {
  const server = serverOfDatabase(name);
  if (own === server) return [];
  if (own === undefined) return [wrong(`server of ${name}`, 'is not in the database', 'lyceum migrate')];
  return [wrong(`server of ${name}`, `the database is that of ${named(own)}, not of ${named(server)}`)];
}

function findingsOf(id: string, places: ReadonlyMap<string, PlacementRows>, known: ReadonlySet<string>): Finding[] {
  const byServer = Map.groupBy([...places.keys()], (name) => places.get(name)?.servers.get(id) ?? FIRST_SERVER);
  const thing = `institution ${id}`;
  const said = [...byServer].map(([server, names]) => `${named(server)} (${names.join(', ')})`);
  if (said.length > 1) return [wrong(thing, `databases differ in where its rows are: on ${said.join(', on ')}`)];
  const [server = FIRST_SERVER] = byServer.keys();
  return known.has(server) ? [] : [wrong(thing, `is on ${named(server)}, which PLACED_DATABASE_URLS does not name`)];
}

function named(server: string): string {
  return server === FIRST_SERVER ? 'the first server' : `server ${server}`;
}
