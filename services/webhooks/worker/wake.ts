import { perService } from '../../../platform/handler/runtime.ts';

/** Lets a commit, which may have made something due, wake the worker in the same process. The worker also polls. */
export class Wake {
  #isSet = false;
  #ring: (() => void) | undefined;

  set(): void {
    this.#isSet = true;
    this.#ring?.();
  }

  /** Resolves when set, at once if it was set since the last wait, and after `ms` milliseconds at the latest. */
  async wait(ms: number): Promise<void> {
    if (!this.#isSet) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        timer.unref();
        this.#ring = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#ring = undefined;
    this.#isSet = false;
  }
}

export const deliveryWake = perService(() => new Wake());
