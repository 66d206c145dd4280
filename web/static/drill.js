// Guessing the next move: a click on the board plays there, and Enter goes to the next position.

const form = document.querySelector('form.guess[data-plays]');
const board = document.querySelector('.drill svg.board');

/** Returns the move at the place of a click, undefined if none can be played there. */
function moveAt(event, plays) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
  let best;
  let near = (board.dataset.unit / 2) ** 2;
  for (const play of plays) {
    const distance = (play.x - point.x) ** 2 + (play.y - point.y) ** 2;
    if (distance <= near) [best, near] = [play.text, distance];
  }
  return best;
}

if (form && board) {
  const cells = JSON.parse(form.dataset.plays);
  const { left, top, unit } = board.dataset;
  const plays = cells.map(({ x, y, text }) => ({ x: Number(left) + x * unit, y: Number(top) + y * unit, text }));
  const field = form.querySelector('input[name=move]');
  if (field) {
    document.getElementById('drill-click').hidden = false;
    board.style.cursor = 'crosshair';
    board.addEventListener('click', (event) => {
      const move = moveAt(event, plays);
      if (move === undefined) return;
      field.value = move;
      form.requestSubmit();
    });
  }
}

const next = document.getElementById('drill-next');
if (next) next.focus();
