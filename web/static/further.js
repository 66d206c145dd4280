// Links to what else can be asked about the position follow the question.

for (const link of document.querySelectorAll('a[data-study]')) {
  for (const event of ['pointerdown', 'focus', 'click']) {
    link.addEventListener(event, () => {
      const to = new URL(link.href);
      const q = new URLSearchParams(location.search).get('q');
      if (q) to.searchParams.set('q', q);
      else to.searchParams.delete('q');
      link.href = to.pathname + to.search;
    });
  }
}
