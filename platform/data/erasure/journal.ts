/**
 * What was erased: a person, with the time records or without; an institution, which `imported` brings back on purpose;
 * or what was older than the entry's time:
 * notes of time records, time records or audit records of an institution, or time records of a person.
 */
export type ErasureKind = 'person' | 'person_with_hours' | 'institution' | 'imported' | AgedKind;

/** Kinds of what goes by its age. */
export type AgedKind = 'notes' | 'hours' | 'audit';

/** An entry of the journal: no text of anybody. */
export interface Erasure {
  /** From 1, without gaps. */
  readonly sequence: number;
  /** RFC 3339, UTC, milliseconds. Of what goes by its age: what was older has gone. */
  readonly at: string;
  readonly institutionId: string;
  /** Null for what is of no one person. */
  readonly userId: string | null;
  readonly kind: ErasureKind;
}

/**
 * What was erased, kept outside the databases, so that a database that was restored learns of it. Written before the
 * first row goes. One process writes at a time: directory's, under a lock of its database.
 */
export interface ErasureJournal {
  /**
   * The entries after a sequence, in order.
   * @throws JournalFault if the journal is missing, cannot be read or has fewer
   */
  after(sequence: number): Promise<readonly Erasure[]>;
  /**
   * Writes an entry, and returns once it is durable. The same person or institution is written once.
   * @returns the entry, or the one that was there
   * @throws JournalFault if it cannot be written
   */
  append(erasure: Omit<Erasure, 'sequence'>): Promise<Erasure>;
  /** Calls back after each entry that this process has written: what others write is seen by a later look. */
  onAppended(listener: () => void): void;
  /** @throws JournalFault if it cannot be written at present */
  requireWritable(): Promise<void>;
}

/** The journal cannot be used; the message says why. */
export class JournalFault extends Error {
  override name = 'JournalFault';
}
