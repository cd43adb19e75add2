import type { Violation } from '../../services/chassis/errors/refusal.ts';
import { escapeSegment } from './pointer.ts';

/**
 * Finds every string and every property name of a parsed JSON value that holds U+0000 or a lone surrogate (decisions 1.6), the shallow
 * ones first, at most 100. Takes any depth: a body may be a mebibyte of brackets. A fault so deep that its pointer would be longer than
 * a thousand characters is reported at the nearest ancestor whose pointer is not, so that no body makes the answer a large one.
 */
export function findBadText(value: unknown): Violation[] {
  const faults: Violation[] = [];
  const containers: Container[] = [];

  function look(child: unknown, parent: string, segment: string | number): void {
    if (typeof child === 'string') {
      if (isBad(child)) faults.push(fault(childPointer(parent, segment), VALUE_MESSAGE));
    } else if (isContainer(child)) {
      containers.push({ value: child, pointer: childPointer(parent, segment) });
    }
  }

  if (typeof value === 'string' && isBad(value)) faults.push(fault('', VALUE_MESSAGE));
  if (isContainer(value)) containers.push({ value, pointer: '' });
  for (const { value: container, pointer } of containers) {
    if (Array.isArray(container)) {
      for (let index = 0; index < container.length; index++) look(container[index], pointer, index);
    } else {
      for (const [name, child] of Object.entries(container)) {
        if (isBad(name)) faults.push(fault(childPointer(pointer, name), NAME_MESSAGE));
        look(child, pointer, name);
      }
    }
    if (faults.length >= FAULTS_AT_MOST) break;
  }
  return faults.slice(0, FAULTS_AT_MOST);
}

interface Container {
  readonly value: object;
  readonly pointer: string;
}

const FAULTS_AT_MOST = 100;
const POINTER_CHARACTERS_AT_MOST = 1000;
const VALUE_MESSAGE = 'must not hold U+0000 or a lone surrogate';
const NAME_MESSAGE = 'has a name that holds U+0000 or a lone surrogate';

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isBad(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

/** Lone surrogates of a name become U+FFFD here: not every client can read an answer that repeats them. */
function childPointer(parent: string, segment: string | number): string {
  const name = String(segment);
  const room = POINTER_CHARACTERS_AT_MOST - parent.length - 1;
  if (name.length > room) return parent;
  const escaped = escapeSegment(name.toWellFormed());
  return escaped.length > room ? parent : `${parent}/${escaped}`;
}

function fault(pointer: string, message: string): Violation {
  return { pointer, code: 'invalid_string', message };
}
