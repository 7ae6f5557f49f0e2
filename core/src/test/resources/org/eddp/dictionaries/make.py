"""Makes the files of this folder: python make.py (PyTorch, NumPy). Tests read them without Python."""
import json

import numpy as np
import torch

torch.manual_seed(0)
D, I = 6, 5
arrays = {"W_enc": torch.randn(D, I), "b_enc": torch.randn(I), "W_dec": torch.randn(I, D), "b_dec": torch.randn(D)}
x = torch.randn(3, D)


def checkpoint(file, header):
    with open(file, "wb") as out:
        out.write((json.dumps(header) + "\n").encode())
        torch.save(torch.nn.ParameterDict(arrays).state_dict(), out)


checkpoint("saev-first.pt", {"d_vit": D, "exp_factor": 1})
checkpoint("saev-2.pt", {"schema": 2, "cfg": {"d_vit": D, "activation": {"cls": "TopK", "params": {"top_k": 2}}}})


class Autoencoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = torch.nn.Module()
        self.encoder.final_block = torch.nn.Sequential(torch.nn.Linear(D, I), torch.nn.BatchNorm1d(I), torch.nn.ReLU())
        self.dictionary = torch.nn.Module()
        self.dictionary._weights = torch.nn.Parameter(torch.randn(I, D))


model = Autoencoder()
model.encoder.final_block(torch.randn(200, D) * 2 + 1)
model.eval()
torch.save(model.state_dict(), "overcomplete.pt")
torch.save(model, "whole-module.pt")
torch.save({"state_dict": arrays, "cfg": {"a": 1.5, "b": [1, 2], "c": None, "d": True}}, "nested.pt")
torch.save({"W_enc": arrays["W_enc"].t().half().t(), "b_enc": arrays["b_enc"].bfloat16()}, "half.pt")
np.savez("columns.npz", W_enc=np.asfortranarray(arrays["W_enc"].numpy()), b_enc=arrays["b_enc"].numpy())
np.savez(
    "expected.npz",
    x=x.numpy(),
    overcomplete=model.encoder.final_block[:2](x).detach().numpy(),
    saevFirst=((x - arrays["b_dec"]) @ arrays["W_enc"] + arrays["b_enc"]).numpy(),
    saev2=(x @ arrays["W_enc"] + arrays["b_enc"]).numpy(),
)
