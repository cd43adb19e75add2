/** A number of places, for calls that are under way or wait: whoever finds none free is refused at once instead of waiting. */
export class Places {
  /** How many there are. */
  readonly atMost: number;
  #taken = 0;
  #refused = 0;

  constructor(atMost: number) {
    this.atMost = atMost;
  }

  /** How many are taken at the moment; a measure, as the next one. */
  get taken(): number {
    return this.#taken;
  }

  /** How often none was free. */
  get refused(): number {
    return this.#refused;
  }

  /** Takes a place; false when none is free. Who has taken one leaves it again, once. */
  take(): boolean {
    if (this.#taken >= this.atMost) {
      this.#refused++;
      return false;
    }
    this.#taken++;
    return true;
  }

  leave(): void {
    this.#taken--;
  }
}
