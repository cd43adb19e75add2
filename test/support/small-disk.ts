import { spawnSync } from 'node:child_process';
import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';

/** A disk of two megabytes for tables of the test server; the WAL is on another one, as in deploy/postgres. */
export class SmallDisk {
  readonly #admin: pg.Client;
  readonly #path: string;
  readonly #name: string;

  private constructor(admin: pg.Client, path: string) {
    this.#admin = admin;
    this.#path = path;
    this.#name = `small_${process.pid}`;
  }

  /** Whether this machine can mount one: requires Linux, and root with all capabilities. */
  static async isPossible(): Promise<boolean> {
    const path = await mkdtemp(join(tmpdir(), 'lyceum-disk-'));
    const isMounted = mount(path, 0, 0);
    if (isMounted) spawnSync('umount', [path]);
    await rmdir(path);
    return isMounted;
  }

  /** @param admin a superuser's connection to the database whose tables move */
  static async attach(admin: pg.Client): Promise<SmallDisk> {
    const disk = new SmallDisk(admin, await mkdtemp(join(tmpdir(), 'lyceum-disk-')));
    const { rows } = await admin.query<{ data_directory: string }>('SHOW data_directory');
    const { uid, gid } = await stat(rows[0]?.data_directory ?? '');
    if (!mount(disk.#path, uid, gid)) throw new Error(`${disk.#path} could not be mounted`);
    await admin.query(`CREATE TABLESPACE ${disk.#name} LOCATION '${disk.#path}'`);
    return disk;
  }

  /** Moves a table there, and fills the remaining space. */
  async fill(table: string): Promise<void> {
    // The pages of a table may have room for more rows, which would need no space of the disk.
    await this.#admin.query(`VACUUM FULL ${table}`);
    await this.#admin.query(`ALTER TABLE ${table} SET TABLESPACE ${this.#name}`);
    await this.#admin.query(`CREATE TABLE filler (filling text) TABLESPACE ${this.#name}`);
    const row = `INSERT INTO filler SELECT repeat('x', 1900) FROM generate_series(1, $1)`;
    for (const rows of [100, 1]) while (await this.#succeeds(row, rows));
  }

  /** Frees the space. */
  async free(table: string): Promise<void> {
    await this.#admin.query('DROP TABLE filler');
    await this.#admin.query(`ALTER TABLE ${table} SET TABLESPACE pg_default`);
  }

  async detach(): Promise<void> {
    await this.#admin.query(`DROP TABLESPACE ${this.#name}`);
    spawnSync('umount', [this.#path]);
    await rmdir(this.#path);
  }

  async #succeeds(text: string, rows: number): Promise<boolean> {
    try {
      await this.#admin.query(text, [rows]);
      return true;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== '53100') throw error;
      return false;
    }
  }
}

function mount(path: string, uid: number, gid: number): boolean {
  const options = `size=2m,mode=700,uid=${uid},gid=${gid}`;
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]).status === 0;
}
