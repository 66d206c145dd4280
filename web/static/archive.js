// What pages do about the archive: files that are dropped, jobs that are watched, and
// forms about the question that stands in the address.

import { watchJobs } from './jobs.js';
import { takeFiles } from './upload.js';

const give = document.getElementById('give');
if (give) takeFiles(give);
watchJobs();

for (const form of document.querySelectorAll('form[data-query]')) {
  // The page may have asked something else since it was made.
  form.addEventListener('submit', () => {
    const q = new URLSearchParams(location.search).get('q');
    if (q !== null) form.elements.q.value = q;
    form.elements.back.value = location.pathname + location.search;
  });
}
