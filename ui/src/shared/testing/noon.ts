/** Lets the day of a test begin at noon, so that “an hour ago” is today at whatever time it runs. */

/** Shifts `Date`, which goes on as before. Stands alone: it is also sent into a browser as text. */
export function startAtNoon(): void {
  const Real = Date;
  const noon = new Real().setHours(12, 0, 0, 0);
  const shift = noon - Real.now();
  globalThis.Date = class extends Real {
    constructor(...given: [] | ConstructorParameters<typeof Real>) {
      if (given.length === 0) super(Real.now() + shift);
      else super(...given);
    }
    static override now() {
      return Real.now() + shift;
    }
  } as DateConstructor;
}
