import { hash } from 'node:crypto';
import { isUuid } from '../../platform/core/ids.ts';
import { parseDateTime } from '../../platform/core/instant.ts';
import { codeKey } from '../../platform/core/text-keys.ts';
import type { ArchivedTable } from '../../platform/data/archive/lines.ts';
import type { RegisteredColumn } from '../../platform/data/register.ts';
import { hasCodeFormat, numberedCode } from '../../services/directory/domain/code-format.ts';

/**
 * What stands for people in a masked copy, from what the register says of each column. All that names one person is made
 * of the id, so it is the same wherever the person is named, and unique where that has to be.
 */
export class Masks {
  readonly #seed: string;
  #codeFormat: string | null = null;
  #codes = 0;

  /** @param seed differs for each copy */
  constructor(seed: string) {
    this.#seed = seed;
  }

  /** A row's line without anything of people. The institution's comes first: it has the format of codes. */
  inLine(line: string, { columns, institution }: ArchivedTable): string {
    const isInstitution = institution === 'id';
    if (!isInstitution && columns.every(({ says }) => says === 'nothing' || says === 'work')) return line;
    const row = JSON.parse(line);
    if (isInstitution) this.#codeFormat = row.user_code_format;
    for (const column of columns) if (row[column.name] !== null) row[column.name] = this.#masked(column, row);
    return JSON.stringify(row);
  }

  #masked({ name, says, whose, isNullable, mask }: RegisteredColumn, row: Record<string, unknown>): unknown {
    const value = row[name];
    const tag = this.#tagOf(typeof whose === 'string' ? value : row[whose[0] ?? '']);
    switch (mask ?? says) {
      case 'name':
        return `${FIRST_NAME} ${tag}`;
      case 'first name':
        return FIRST_NAME;
      case 'last name':
        return tag;
      case 'code':
        return this.#codeOf(String(value), tag);
      case 'code key':
        return codeKey(String(row.code));
      case 'contact':
        return `${tag}@${HOST}`;
      case 'host':
        return HOST;
      case 'text':
        return maskedText(value);
      case 'image':
      case 'credential':
      case 'trace':
        return isNullable ? null : this.#tagOf(value);
      default:
        return value;
    }
  }

  /** Codes of the institution's format keep it: they are numbered, and cannot be more than it has numbers. */
  #codeOf(code: string, tag: string): string {
    const format = this.#codeFormat;
    return format !== null && hasCodeFormat(code, format) ? numberedCode(format, this.#codes++) : tag;
  }

  #tagOf(value: unknown): string {
    return hash('sha256', `${this.#seed} ${value}`, 'hex').slice(0, 16);
  }
}

/** A text, or the texts of a value of JSON: its ids, instants, figures and members stay, unless its form is free. */
function maskedText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedText);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, maskedText(each)]));
  if (typeof value !== 'string' || isUuid(value) || parseDateTime(value) !== null) return value;
  if (/^https?:/i.test(value)) return `https://${HOST}/`;
  return isJsonObject(value) ? '{}' : '…';
}

function isJsonObject(text: string): boolean {
  try {
    return JSON.parse(text) instanceof Object;
  } catch {
    return false;
  }
}

/** A domain that nobody can have (RFC 6761). */
const HOST = 'masked.invalid';
const FIRST_NAME = 'Person';
