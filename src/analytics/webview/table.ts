import { html, type TemplateResult } from 'lit/html.js';
import type { Formats } from '../formats.ts';
import type { Strings } from '../pageStrings.ts';
import type { PageChart } from '../protocol.ts';

/** More would make the page slow; the CSV has all of it. */
const mostCells = 12_000;

/** A chart as a table, to be read by everyone. `span`: its time in words. */
export function chartTable(
  chart: PageChart,
  { strings, formats, caption }: { strings: Strings; formats: Formats; caption: string },
): TemplateResult {
  const { times, lines } = chart;
  const rows = Math.min(times.length, Math.ceil(mostCells / (lines.length + 1)));
  const point = formats.point(times);
  return html`
    <div class="table" role="region" tabindex="0" aria-label=${caption}>
      <table>
        <caption><span>${caption}</span></caption>
        <thead>
          <tr><th scope="col">${strings.time}</th>${lines.map(({ name }) => html`<th scope="col"><span class="name" title=${name}>${name}</span></th>`)}</tr>
        </thead>
        <tbody>
          ${times.slice(0, rows).map(
            (time, index) => html`<tr>
              <th scope="row"><time datetime=${new Date(time).toISOString()}>${point(time)}</time></th>
              ${lines.map(({ values }) => html`<td>${cell(values[index] ?? null, formats, strings)}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${rows < times.length || chart.isCut ? html`<p class="cut">${strings.moreCells}</p>` : ''}`;
}

function cell(value: number | null, { value: text }: Formats, { noValue }: Strings) {
  return value === null
    ? html`<span aria-hidden="true">–</span><span class="unseen">${noValue}</span>`
    : text(value);
}
