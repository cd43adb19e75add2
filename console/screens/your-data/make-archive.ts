import { setTimeout as delay } from 'node:timers/promises';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Call } from '../../../platform/calls/caller.ts';
import { isTimeout, isUnavailable } from '../../../platform/core/errors/refusal.ts';
import { keepMember } from '../../../platform/data/archive/kept-member.ts';
import {
  FORMAT,
  MANIFEST,
  type Manifest,
  manifestText,
  type RecordsDigest,
} from '../../../platform/data/archive/manifest.ts';
import { readMe } from '../../../platform/data/archive/read-me.ts';
import type { KeptPart } from '../../../platform/data/archive/service-part.ts';
import { END, HEADER_BYTES, type Member, paddingOf } from '../../../platform/data/archive/tar-member.ts';
import type { Logger } from '../../../platform/observability/log.ts';
import { type Archive, ArchiveService } from '../../../proto/gen/lyceum/directory/v1/archive_pb.ts';
import { recordFiles } from '../../../records/record-files.ts';
import { type KeptMember, PARTS } from './parts.ts';

interface Task {
  readonly archive: Archive;
  readonly institution: Manifest['institution'];
  /** On behalf of who has asked for it, as long as the session lasts. */
  readonly call: Call;
  readonly log: Logger;
}

/**
 * Makes an archive that directory has begun, out of the parts that services write and the records as the API shows
 * them. Until it ends, it says again and again that it goes on: if this process is killed, the archive has failed.
 */
export async function makeArchive(task: Task): Promise<void> {
  const work = new Work(task);
  const beating = new AbortController();
  void work.beat(beating.signal);
  try {
    await work.run();
  } catch (error) {
    task.log.error({ err: error, institutionId: task.institution.id }, 'an archive of an institution failed');
    await work.advance({ hasFailed: true }).catch(() => undefined);
  } finally {
    beating.abort();
  }
}

class Work {
  readonly #task: Task;
  readonly #call: Call;
  #done = 0;
  #total = 2 * PARTS.length;

  constructor(task: Task) {
    this.#task = task;
    this.#call = patient(task.call);
  }

  /** Says that it goes on. Where that is refused, the next piece is, too. */
  async beat(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await delay(BEAT_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.advance({}).catch(() => undefined);
    }
  }

  async advance(end: {
    readonly finished?: { size: bigint; members: string };
    readonly hasFailed?: true;
  }): Promise<void> {
    const { id } = this.#task.archive;
    await this.#call(ArchiveService.method.advanceArchive, { id, done: this.#done, total: this.#total, ...end });
  }

  async run(): Promise<void> {
    const { archive, institution } = this.#task;
    const ordered = { archiveId: archive.id, expiresAt: archive.expiresAt };
    for (const { order } of PARTS) await this.#call(order, ordered);
    const parts = await this.#parts();
    const { records, members } = await this.#records();
    const head: Omit<Manifest, 'tables' | 'records'> = {
      ...{ format: FORMAT, release: packageJson.version, createdAt: archive.requestedAt, institution, isExact: false },
      moments: Object.fromEntries(parts.map(([service, { moment }]) => [service, moment])),
      ...{ withKeys: false, withCredentials: false, without: parts.flatMap(([, part]) => part.without) },
    };
    const manifest: Manifest = { ...head, tables: parts.flatMap(([, part]) => part.tables), records };
    const description = await this.#keep(
      'README.md',
      readMe(
        head,
        parts.flatMap(([, part]) => part.descriptions),
      ),
    );
    const all = [
      description,
      ...parts.flatMap(([service, part]) => part.members.map((each) => ({ ...each, service }))),
      ...members,
      await this.#keep(MANIFEST, manifestText(manifest)),
    ];
    const size = all.reduce((sum, each) => sum + HEADER_BYTES + each.size + paddingOf(each.size), END.length);
    this.#done = this.#total;
    await this.advance({ finished: { size: BigInt(size), members: JSON.stringify(all) } });
  }

  /** The parts of services, each as soon as it is written. */
  async #parts(): Promise<[service: string, KeptPart][]> {
    const parts: [string, KeptPart][] = [];
    for (const { service, find } of PARTS) {
      let part = (await this.#call(find, { archiveId: this.#task.archive.id })).part;
      for (let waited = 0; part === undefined; waited += POLL_MS) {
        if (waited > LONGEST_PART_MS) throw new Error(`${service} has not written its part`);
        await delay(POLL_MS, undefined, { ref: false });
        part = (await this.#call(find, { archiveId: this.#task.archive.id })).part;
      }
      parts.push([service, JSON.parse(part)]);
      this.#done++;
      await this.advance({});
    }
    return parts;
  }

  async #records(): Promise<{ records: RecordsDigest[]; members: KeptMember[] }> {
    const records: RecordsDigest[] = [];
    const members: KeptMember[] = [];
    const { id: institutionId } = this.#task.institution;
    const files = await recordFiles(this.#call, { institutionId, withTraces: false });
    this.#total = PARTS.length + files.length;
    for (const file of files) {
      const member = await this.#keep(file.name, file.content());
      members.push(member);
      records.push({ name: file.name, rows: file.rows, sha256: member.sha256 });
      this.#done++;
      await this.advance({});
    }
    return { records, members };
  }

  /** Keeps a member in directory. */
  async #keep(name: string, content: string | AsyncIterable<Uint8Array>): Promise<KeptMember> {
    const { id } = this.#task.archive;
    const bytes = typeof content === 'string' ? [Buffer.from(content)] : content;
    const member: Member = await keepMember(name, bytes, (piece, position) =>
      this.#call(ArchiveService.method.keepArchiveChunk, { id, member: name, position, content: piece }),
    );
    return { ...member, service: 'directory' };
  }
}

/** Calls again for a minute where a service is away for a moment, such as while it is replaced. */
function patient(call: Call): Call {
  return async (method, request) => {
    for (let tries = 1; ; tries++) {
      try {
        return await call(method, request);
      } catch (error) {
        if (tries >= MAX_TRIES || !(isUnavailable(error) || isTimeout(error))) throw error;
        await delay(POLL_MS, undefined, { ref: false });
      }
    }
  };
}

const POLL_MS = 1_000;
const MAX_TRIES = 60;
/** An archive of which nobody says anything for 30 seconds has failed. */
const BEAT_MS = 8_000;
/** Longer than any service takes for an institution of 10⁷ rows. */
const LONGEST_PART_MS = 2 * 60 * 60 * 1_000;
