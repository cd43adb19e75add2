import { perService } from '../../../platform/handler/runtime.ts';

/** Lets whoever has made something due wake the worker of the same process, which looks by itself now and then, too. */
export class Wake {
  #isSet = false;
  #ring: (() => void) | undefined;

  set(): void {
    this.#isSet = true;
    this.#ring?.();
  }

  /** Resolves when it is set, at once where it was since the last wait, and after some milliseconds at the latest. */
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
