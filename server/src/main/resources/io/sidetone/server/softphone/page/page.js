(function () {
  const sound = document.getElementById('sound');
  const staves = Array.from(document.querySelectorAll('.stave'));
  if (!sound) {
    return;
  }
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  function show() {
    const ms = sound.currentTime * 1000;
    for (const stave of staves) {
      const from = Number(stave.dataset.from), to = Number(stave.dataset.to);
      const x = ms >= from && ms < to && sound.currentTime > 0 ? (ms - from) / (to - from) * 1200 : -9;
      const head = stave.querySelector('.head');
      head.setAttribute('x1', x);
      head.setAttribute('x2', x);
    }
    if (!sound.paused && !still) requestAnimationFrame(show);
  }
  for (const name of ['play', 'pause', 'seeked', 'timeupdate']) sound.addEventListener(name, show);
  for (const stave of staves) {
    stave.addEventListener('click', function (event) {
      const box = stave.getBoundingClientRect();
      const from = Number(stave.dataset.from), to = Number(stave.dataset.to);
      sound.currentTime = Math.max(0, (from + (event.clientX - box.left) / box.width * (to - from)) / 1000);
      show();
    });
  }
})();
