"""Fitting a model: Adam with weight decay, a rate that falls, and the mean of the last models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

M = TypeVar("M", bound=nn.Module)

LAST_RATE = 0.05
"""Of the first rate."""
NEWEST = 0.002
"""How much of the mean is the newest model."""


class Fitter(Generic[M]):
    """Fits a model step by step. `weight_decay` says by parameter how fast a weight that is not needed goes to zero."""

    def __init__(self, model: M, rate: float, weight_decay: Mapping[str, float]) -> None:
        torch.set_num_threads(1)  # whoever wants more starts more runs, which waste nothing
        self.model, self._rate = model, rate
        groups = [
            {"params": [part], "weight_decay": weight_decay.get(name, 0.0)} for name, part in model.named_parameters()
        ]
        self._optimizer = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.995))
        self._averaged = AveragedModel(model, avg_fn=_average)

    @property
    def mean(self) -> M:
        """The mean of the last models, which is better than any of them."""
        mean: M = self._averaged.module  # type: ignore[assignment]
        return mean

    def step(self, loss: Tensor, done: float) -> None:
        """Take one step; `done` is the share of all steps before it."""
        for group in self._optimizer.param_groups:
            group["lr"] = self._rate * (1 - (1 - LAST_RATE) * done)
        self._optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self._optimizer.step()
        self._averaged.update_parameters(self.model)


def _average(mean: Tensor, newest: Tensor, count: Tensor | int) -> Tensor:
    """Return a mean that forgets how it began."""
    return mean + max(NEWEST, 5 / (5 + int(count))) * (newest - mean)
