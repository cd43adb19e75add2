import type { Path } from '@bufbuild/protobuf/reflect';

/** A field path as RFC 6901 pointer in JSON names: `items[3].start_time` is `/items/3/startTime`. */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${escapeSegment(segmentOf(step))}`).join('');
}

function segmentOf(step: Path[number]): string {
  switch (step.kind) {
    case 'field':
      return step.jsonName;
    case 'oneof':
      return step.name;
    case 'extension':
      return step.typeName;
    case 'list_sub':
      return String(step.index);
    case 'map_sub':
      return String(step.key);
  }
}

function escapeSegment(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}
