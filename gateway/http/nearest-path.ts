import { editDistance, MAX_SLIPS } from '../../platform/core/edit-distance.ts';

const PREFIX = '/api/v4';

/**
 * The template of the API's path that a request most likely means: empty segments and a wrong or absent prefix left
 * out, it differs in one segment by two slips at most. Undefined without one. Nothing of the request is in it.
 * @param templates all paths, parameters in braces
 */
export function nearestPath(path: string, templates: readonly string[]): string | undefined {
  // The longest ids fit; a longer path must cost nothing.
  if (path.length > MAX_CHARACTERS) return undefined;
  const segments = segmentsOf(path);
  const known = templates.filter((each) => each.startsWith(`${PREFIX}/`));
  return nearestOf(segments, known) ?? nearestOf(segmentsOf(path.replace(OTHER_PREFIX, PREFIX)), known);
}

function nearestOf(segments: readonly string[], templates: readonly string[]): string | undefined {
  let least = MAX_SLIPS + 1;
  let nearest: string | undefined;
  for (const template of templates) {
    const slips = slipsBetween(segments, segmentsOf(template));
    if (slips >= least) continue;
    least = slips;
    nearest = template;
  }
  return nearest;
}

/** Infinite if more than one segment differs. */
function slipsBetween(segments: readonly string[], template: readonly string[]): number {
  if (segments.length !== template.length) return Number.POSITIVE_INFINITY;
  const [slip = 0, ...more] = segments.flatMap((segment, at) => {
    const expected = template[at] ?? '';
    if (segment === expected || expected.startsWith('{')) return [];
    const isNear = Math.abs(segment.length - expected.length) <= MAX_SLIPS;
    return [isNear ? editDistance(segment, expected) : Number.POSITIVE_INFINITY];
  });
  return more.length > 0 ? Number.POSITIVE_INFINITY : slip;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

const MAX_CHARACTERS = 256;
/** A wrong prefix of a path of the API: none, a part of the right one, another version, or the right one twice. */
const OTHER_PREFIX = /^(?:\/api|\/v\d+)*(?=\/)/;
