import type { Endpoint } from '../../../gateway/endpoint/endpoint.ts';
import { isProduction, projectFiles, root } from './project.ts';

/** A file below `gateway/routes`, with the endpoints that it exports. */
export interface RouteFile {
  /** Below `gateway/routes`: `users/get.ts`. */
  readonly path: string;
  readonly endpoints: readonly Endpoint[];
}

const FOLDER = 'gateway/routes/';

/** Every file below `gateway/routes`, but for the list of endpoints. */
export async function routeFiles(): Promise<RouteFile[]> {
  const files: RouteFile[] = [];
  for (const { path } of projectFiles().filter(isProduction)) {
    if (!path.startsWith(FOLDER) || path === `${FOLDER}endpoints.ts`) continue;
    const exported: Record<string, unknown> = await import(`${root}/${path}`);
    files.push({ path: path.slice(FOLDER.length), endpoints: Object.values(exported).filter(isEndpoint) });
  }
  return files;
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'operationId' in value && 'path' in value;
}
