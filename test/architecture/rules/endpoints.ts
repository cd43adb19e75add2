import type { Endpoint } from '../../../gateway/endpoint/endpoint.ts';
import type { Violation } from '../project/violations.ts';

/** A file below `gateway/routes`, with the endpoints that it exports. */
export interface RouteFile {
  /** Below `gateway/routes`: `users/get.ts`. */
  readonly path: string;
  readonly endpoints: readonly Endpoint[];
}

/** The method for the first word of a file name. Any other word is an action, a POST: `start.ts`. */
const METHODS = new Map([
  ['get', 'GET'],
  ['list', 'GET'],
  ['create', 'POST'],
  ['update', 'PATCH'],
  ['delete', 'DELETE'],
]);

/**
 * Files whose path does not follow their URL, and files with two endpoints. A file without one is what the routes
 * beside it share. The folders are the first fixed segments of the URL, and the file name has the others:
 * `/locations/{id}/rooms` is `locations/list-rooms.ts` or `locations/rooms/list.ts`. A create has the singular: POST
 * `/courses/{id}/appointments` is `courses/create-appointment.ts`. A dot separates like a slash: `/appointments.ics` is
 * `appointments/get-ics.ts`.
 */
export function findMisplacedRoutes(files: readonly RouteFile[]): Violation[] {
  return files.flatMap(({ path, endpoints }) => {
    if (endpoints.length > 1) return [{ location: path, what: `declares ${endpoints.length} endpoints, not one` }];
    return endpoints
      .filter((endpoint) => !isAt(path, endpoint))
      .map(({ method, path: url }) => ({
        location: path,
        what: `is not the path for ${method} ${url}`,
      }));
  });
}

function isAt(path: string, endpoint: Endpoint): boolean {
  const folders = path.split('/').slice(0, -1);
  const file = path.slice(path.lastIndexOf('/') + 1, -'.ts'.length);
  const segments = endpoint.path
    .slice(1)
    .split(/[/.]/)
    .filter((segment) => !segment.startsWith('{'));
  const left = segments.slice(folders.length).join('-');
  const [verb = ''] = file.split('-');
  const method = METHODS.get(verb);
  const what = verb === 'create' ? left.replace(/s$/, '') : left;
  const name = method === undefined ? left : [verb, what].filter(Boolean).join('-');
  return (
    folders.length > 0 &&
    folders.every((folder, index) => folder === segments[index]) &&
    file === name &&
    endpoint.method === (method ?? 'POST')
  );
}

/** Endpoints that are missing from the gateway's list, and those that it has twice. */
export function findUnlistedRoutes(files: readonly RouteFile[], listed: readonly Endpoint[]): Violation[] {
  const unlisted = files
    .filter(({ endpoints }) => endpoints.some((endpoint) => !listed.includes(endpoint)))
    .map(({ path }) => ({ location: path, what: 'is missing from gateway/routes/endpoints.ts' }));
  const repeated = [listed.map(({ operationId }) => operationId), listed.map(({ method, path }) => `${method} ${path}`)]
    .flatMap((values) => values.filter((value, index) => values.indexOf(value) !== index))
    .map((value) => ({ location: 'endpoints.ts', what: `has ${value} twice` }));
  return [...unlisted, ...repeated];
}
