// The parts of the explorer that follow the question come from the server as HTML, the same that
// the page has when it is opened. They are put in place here, and say what is done with them.

const ids = ['kinds', 'figures', 'continuations', 'facets', 'games'];

/** Shows parts of the page, by the id of the element that holds each. The focus stays on its link. */
export function showParts(parts) {
  for (const [id, html] of Object.entries(parts)) {
    const place = document.getElementById(id);
    const focused = place.contains(document.activeElement) ? document.activeElement.closest('a')?.getAttribute('href') : null;
    place.innerHTML = html; // made by the server, which escapes every text
    if (focused) [...place.querySelectorAll('a')].find((a) => a.getAttribute('href') === focused)?.focus();
  }
}

/** Whether a click on a link is to be followed here, and not in another tab or window. */
const plain = (event) => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/**
 * Says what to do with the parts: follow is given a link that is clicked, hover the row of the
 * table under the pointer or with the focus, next the side and the cell of the move after a game
 * that is looked at. Both are null for none.
 */
export function onParts({ follow, hover, next }) {
  for (const id of ids) {
    document.getElementById(id).addEventListener('click', (event) => {
      const row = event.target.closest('tr[data-row]');
      const link = event.target.closest('a') ?? row?.querySelector('a[data-play]');
      if (!link?.matches('[data-play], [data-view], [data-ask]') || !plain(event)) return;
      event.preventDefault();
      follow(link);
    });
  }
  const watch = (id, selector, tell) => {
    const place = document.getElementById(id);
    const at = (target) => (target instanceof Element ? target.closest(selector) : null);
    for (const type of ['pointerover', 'focusin']) place.addEventListener(type, (event) => tell(at(event.target)));
    for (const type of ['pointerout', 'focusout']) {
      place.addEventListener(type, (event) => { if (at(event.target) && at(event.target) !== at(event.relatedTarget)) tell(null); });
    }
  };
  watch('continuations', '[data-row]', (row) => hover(row?.dataset.row ?? null));
  watch('games', '[data-next]', (card) => next(card?.dataset.next ?? null));
}

/** Marks the row of the point under the pointer, null for none. */
export function markRow(key) {
  for (const tr of document.querySelectorAll('#continuations tr[data-row]')) tr.classList.toggle('here', tr.dataset.row === key);
}
