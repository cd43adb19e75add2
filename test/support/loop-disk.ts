import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk in a file, with ext4 on it, that can lose its power: what was written to it and not synced is then gone. */
export class LoopDisk {
  /** Where it is mounted. */
  readonly path: string;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.path = join(folder, 'disk');
  }

  /** Why this machine cannot have one; empty if it can. Requires Linux, and root with all capabilities. */
  static async obstacle(): Promise<string> {
    try {
      await (await LoopDisk.make()).remove();
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  }

  static async make(): Promise<LoopDisk> {
    const disk = new LoopDisk(await mkdtemp(join(tmpdir(), 'lyceum-disk-')));
    await chmod(disk.#folder, 0o755);
    await mkdir(disk.path);
    try {
      run('truncate', '-s', SIZE, disk.#image);
      run('mkfs.ext4', '-q', disk.#image);
      disk.restorePower();
      return disk;
    } catch (error) {
      await disk.remove();
      throw error;
    }
  }

  /** Writes everything to it that the kernel still has. */
  sync(): void {
    run('sync', '--file-system', this.path);
  }

  /** From now on nothing is written to it any more, not even what the kernel already has; processes get errors. */
  losePower(): void {
    run('perl', '-e', SHUT_DOWN, this.path);
    run('umount', this.path);
  }

  /** Mounts it again: ext4 replays its journal. */
  restorePower(): void {
    run('mount', '-o', 'loop', this.#image, this.path);
  }

  async remove(): Promise<void> {
    spawnSync('umount', [this.path]);
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #image(): string {
    return join(this.#folder, 'image');
  }
}

const SIZE = '2G';
/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH, which tests of file systems use for the same purpose. */
const SHUT_DOWN = `my $how = pack("I", 2);
open(my $disk, "<", $ARGV[0]) or die $!;
ioctl($disk, 0x8004587d, $how) or die $!;`;

function run(program: string, ...args: string[]): void {
  const { error, status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
}
