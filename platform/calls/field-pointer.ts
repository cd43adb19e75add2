import type { Path } from '@bufbuild/protobuf/reflect';
import { pointerOf } from '../core/errors/pointer.ts';

/** A field path as an RFC 6901 pointer with JSON names: `items[3].start_time` is `/items/3/startTime`. */
export function pointerOfField(path: Path): string {
  return pointerOf(path.map(segmentOf));
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
