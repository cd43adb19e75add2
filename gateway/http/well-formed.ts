import { escapeSegment } from '../../platform/core/errors/pointer.ts';
import type { Violation } from '../../platform/core/errors/refusal.ts';

/**
 * Finds every string and every property name of a parsed JSON value that contains U+0000 or a lone surrogate (decisions
 * 1.6), the shallow ones first, at most 100. A fault so deep that its pointer would exceed a thousand characters is
 * reported at the nearest ancestor whose pointer does not, so that no body can make the answer large.
 */
export function findBadText(value: unknown): Violation[] {
  const faults: Violation[] = [];
  const containers: Container[] = [];

  function look(child: unknown, parent: Path, segment: string | number): void {
    if (typeof child === 'string') {
      if (isBad(child)) faults.push(fault(pathWithin(parent, segment), VALUE_MESSAGE));
    } else if (isContainer(child)) {
      containers.push({ value: child, path: pathWithin(parent, segment) });
    }
  }

  if (typeof value === 'string' && isBad(value)) faults.push(fault(ROOT, VALUE_MESSAGE));
  if (isContainer(value)) containers.push({ value, path: ROOT });
  for (const { value: container, path } of containers) {
    for (const [name, child] of Array.isArray(container) ? container.entries() : Object.entries(container)) {
      if (typeof name === 'string' && isBad(name)) faults.push(fault(pathWithin(path, name), NAME_MESSAGE));
      look(child, path, name);
      if (faults.length >= MAX_FAULTS) return faults.slice(0, MAX_FAULTS);
    }
  }
  return faults;
}

interface Container {
  readonly value: object;
  readonly path: Path;
}

interface Path {
  readonly pointer: string;
  /** Whether the pointer is an ancestor's; then those of everything below it are, too. */
  readonly isCut: boolean;
}

const MAX_FAULTS = 100;
const MAX_POINTER_CHARACTERS = 1000;
const VALUE_MESSAGE = 'must not hold U+0000 or a lone surrogate';
const NAME_MESSAGE = 'has a name that holds U+0000 or a lone surrogate';
const ROOT: Path = { pointer: '', isCut: false };

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isBad(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

/** Lone surrogates of a name become U+FFFD in the pointer: not every client can parse an answer that repeats them. */
function pathWithin(parent: Path, segment: string | number): Path {
  if (parent.isCut) return parent;
  const pointer = `${parent.pointer}/${escapeSegment(String(segment).toWellFormed())}`;
  return pointer.length > MAX_POINTER_CHARACTERS ? { pointer: parent.pointer, isCut: true } : { pointer, isCut: false };
}

function fault({ pointer }: Path, message: string): Violation {
  return { pointer, code: 'invalid_string', message };
}
